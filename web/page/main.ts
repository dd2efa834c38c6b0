// Starts the page.

import { startWith } from "../element/engine.js";
import "../element/index.js";
import "./style/paper.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/intro.css";
import "./style/layout.css";
import "./style/data.css";
import "./style/proofs.css";
import "./style/story.css";
import "./style/simplified.css";
import "./style/trainable.css";
import "./style/causal.css";
import "./style/stacking.css";
import "./style/split.css";
import "./style/steps.css";
import "./style/costs.css";
import "./style/trained.css";
import "./style/trained-heads.css";
import "./style/questions.css";
import "./style/first-paint.css";
import { App } from "./app.js";
import { startModule } from "./engine.js";
import { keepOffline } from "./offline.js";
import { ignoreStrayDrops } from "./view-own-data.js";

startWith(startModule);
const root = document.querySelector<HTMLElement>("#page");
if (root) void new App(root).start();
ignoreStrayDrops(window);

// What is kept for later waits until the page itself is there.
if (document.readyState === "complete") void keepOffline();
else addEventListener("load", () => void keepOffline());
