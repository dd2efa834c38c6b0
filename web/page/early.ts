// Runs before the first paint: which of the pages drawn ahead is shown, and whether its picture is the one asked for.

const params = new URLSearchParams(location.hash.slice(1));
const language = [params.get("lang"), ...navigator.languages].find((name) => /^(zh|en)\b/i.test(name ?? ""));
params.delete("lang");

const root = document.documentElement;
root.lang = /^zh/i.test(language ?? "") ? "zh-CN" : "en";
root.classList.add("starting");
if (String(params) !== "") root.classList.add("other-state");

export {};
