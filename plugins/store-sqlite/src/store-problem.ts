/** Why the file cannot be used, as a clause that goes on from "Cannot store task … in FILE:", with the remedy. */
export class StoreProblem extends Error {
  override readonly name = "StoreProblem";
}
