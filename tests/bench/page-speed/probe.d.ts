// What probe.js puts into a page, and what its driver keeps there.
interface Window {
  pageSpeed: {
    hasPicture: (place: string) => boolean;
    firstPicture: (place: string) => Promise<number>;
    timeNext: (type: string) => Promise<{ busy: number; frame: number }>;
    firstResult?: Promise<number>;
    next?: Promise<{ busy: number; frame: number }> | undefined;
  };
}
