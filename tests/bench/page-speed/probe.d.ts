// What probe.js puts into the page.
interface Window {
  pageSpeed: {
    hasResult: () => boolean;
    firstResult: Promise<number>;
    timeNext: (type: string) => Promise<{ busy: number; frame: number }>;
    next: Promise<{ busy: number; frame: number }> | undefined;
  };
}
