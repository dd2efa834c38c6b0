// Makes a PNG of an SVG file, at twice the pixels of the screen.

import type { PictureFile } from "./export-svg.js";

// The longest side of a canvas that browsers draw.
const LONGEST = 16_384;

/** @throws EncodingError where the picture cannot be drawn */
export async function pngOf({ text, width, height }: PictureFile, scale = 2): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const fitting = Math.min(scale, LONGEST / width, LONGEST / height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * fitting);
    canvas.height = Math.round(height * fitting);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new DOMException("the canvas gave no image", "EncodingError");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
