// How long a first visit takes to its first paint and to the first result computed there.
import { summarize } from "../stats.mjs";
import { firstPlace, inFreshPage } from "./browser.mjs";

/** @param {string} url @param {number} count of fresh profiles */
export async function measureVisits(url, count) {
  const visits = [];
  for (let visit = 0; visit < count; visit++)
    visits.push(
      await inFreshPage(async (page) => {
        await page.goto(url);
        await page.waitForFunction((place) => window.pageSpeed.hasPicture(place), firstPlace);
        return page.evaluate(async () => ({
          firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
          firstResult: (await window.pageSpeed.firstResult) ?? Number.NaN,
        }));
      }),
    );
  return {
    firstPaint: summarize(visits.map(({ firstPaint }) => firstPaint)),
    firstResult: summarize(visits.map(({ firstResult }) => firstResult)),
  };
}
