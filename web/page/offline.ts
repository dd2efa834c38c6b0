// Keeps the page for readers without a network: registers the service worker where there can be one.

/** Never rejects: where the browser or the reader forbids it, the page works as before. */
export async function keepOffline(): Promise<void> {
  if (!location.protocol.startsWith("http") || !isSecureContext) return;
  try {
    // Beside the page, so that any sub-path of a host is a site of its own.
    await navigator.serviceWorker.register("./sw.js");
  } catch {
    // No such API in a private window, storage turned off, a frame of another site, no file at the host.
  }
}
