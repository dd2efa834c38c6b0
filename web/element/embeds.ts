// Registers the elements that an author writes, and those that they are drawn with.

import "./attention-code.js";
import "./attention-export.js";
import "./attention-head.js";
import "./attention-head-select.js";
import "./attention-heads.js";
import "./attention-lines.js";
import "./attention-matrix.js";
import "./attention-picture.js";
import "./attention-scale.js";
import "./attention-stepper.js";
import "./attention-steps.js";
import "./attention-values.js";
