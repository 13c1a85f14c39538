import { buffer } from "node:stream/consumers";
import { squareOf } from "./square-picture.ts";

// Reads one picture from its input and writes the square; nothing where it is no picture.
const square = await squareOf(await buffer(process.stdin));
process.stdout.write(square ?? "");
