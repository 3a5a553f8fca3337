/** Boxes of a three.js scene graph, kept up to date. */
export class SceneIndex {
  readonly name = 'SceneIndex';
}
