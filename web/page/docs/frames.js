// The tutorials' own frames are as high as what they show, by the script that the tutorial of frames gives.
addEventListener("message", ({ data, source }) => {
  if (data?.type !== "mha-wasm:height" || !Number.isFinite(data.height)) return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.height = data.height;
  }
});
