// Starts the page.

import "../element/index.js";
import "./style/base.css";
import "./style/controls.css";
import "./style/intro.css";
import "./style/layout.css";
import { App } from "./app.js";

const root = document.querySelector<HTMLElement>("#page");
root?.replaceChildren();
if (root) void new App(root).start();
