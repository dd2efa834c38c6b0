// The same for the tools that few use, and that are large.
import { setupWith } from "../global-setup.js";

export default setupWith("more-consumers");
