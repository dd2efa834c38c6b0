// The service worker: keeps every file of the site, so that after one visit the page opens without a network.

import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";

/** Put in by the build: every file, with a revision where its name has none. */
declare const FILES: PrecacheEntry[];
declare const self: { skipWaiting(): Promise<void> };

// A new version does not wait for every tab to close: pages that are open have their code already, and what they may
// still fetch (the trained weights) changes its name only with its content.
void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(FILES, { ignoreURLParametersMatching: [/./] });
