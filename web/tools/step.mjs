// Says what a long step does, how long it usually takes, and when it is done.

/**
 * @template T
 * @param {string} what @param {string} usually for example "2 minutes" @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(what, usually, action) {
  console.log(`> ${what} (usually ${usually})`);
  const start = performance.now();
  const result = await action();
  console.log(`  done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}
