// Properties try the same cases in each `npm test`, so that none fails by chance, and others in each
// `npm run prove`.
import { configureGlobal } from "fast-check";
import { isProof } from "./long-form.ts";

if (!isProof) configureGlobal({ seed: 1 });
