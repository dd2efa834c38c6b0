// Medians and quartiles of samples.

/** @param {readonly number[]} values @param {number} share from 0 to 1 @returns {number} interpolated, as NumPy does */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return low + (high - low) * (place - Math.floor(place));
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/** What is kept of samples. @param {readonly number[]} samples */
export const summarize = (samples) => ({
  median: median(samples),
  quartiles: [quantile(samples, 0.25), quantile(samples, 0.75)],
  best: Math.min(...samples),
  samples: [...samples],
});
