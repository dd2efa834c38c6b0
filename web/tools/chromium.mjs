// Finds Chromium for the page's tests and the screenshot, and installs it by apt on Debian as root.
import fs from "node:fs";
import path from "node:path";
import { attempt, Failure, run } from "./run.mjs";
import { step } from "./step.mjs";

// Chromium without a window to draw: it starts and opens a page in less time.
const packages = ["chromium-headless-shell", "fonts-noto-cjk", "fonts-dejavu-core"];
const installLine = `apt-get install -y ${packages.join(" ")}`;
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** As root Chromium runs without its sandbox; the rest keeps it from calling home. */
export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @returns {string | undefined} CHROMIUM_PATH, or the first of the usual names on the PATH */
export function findChromium(env = process.env) {
  const onPath = names.flatMap((name) =>
    (env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name)),
  );
  return [env.CHROMIUM_PATH ?? "", ...onPath].find((file) => file !== "" && fs.existsSync(file));
}

/** For `playwright-core`: chromium.launch(launchOptions()). */
export function launchOptions() {
  const executablePath = findChromium();
  if (!executablePath) throw new Failure(`Chromium is missing. To install it: ${installLine}`);
  return { executablePath, args: chromiumArgs, headless: true };
}

async function hasChineseFont() {
  const listed = await attempt("fc-list", [":lang=zh", "family"], { quiet: true }).catch(() => undefined);
  return listed?.code === 0 && listed.stdout.trim() !== "";
}

/** Installs Chromium and fonts where this is Debian and we are root; otherwise fails with the line that does it. */
export async function provideChromium() {
  if (findChromium() && (await hasChineseFont())) return;
  const canInstall = process.getuid?.() === 0 && fs.existsSync("/etc/debian_version");
  if (canInstall) await installByApt();
  else if (findChromium()) console.log("No font here has Chinese characters: 中文 on the page will not be drawn well.");
  if (!findChromium())
    throw new Failure(`The page's tests need Chromium, which is missing. To install it: ${installLine}`);
}

async function installByApt() {
  const apt = ["-q", "-o", "DPkg::Lock::Timeout=600"];
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await step("Installing Chromium and fonts by apt", "1 minute", async () => {
    await run("apt-get", [...apt, "update"], { env, quiet: true });
    await run("apt-get", [...apt, "install", "-y", "--no-install-recommends", ...packages, "fontconfig"], { env });
  }).catch((error) => {
    throw new Failure(`${error.message}\nTo install it by hand: ${installLine}`);
  });
}
