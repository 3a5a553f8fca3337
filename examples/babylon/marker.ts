import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { onTheme, themeHex } from '../site/theme';
import { addColumn, wear } from './columns';

/** How far the marker rises above its column. */
const RISE = 4;

/** A column in the color of hits, around the column that is marked. No pick finds it. */
export class Marker {
  readonly #mesh: Mesh;

  constructor(scene: Scene) {
    this.#mesh = addColumn('marker', scene);
    this.#mesh.isPickable = false;
    this.#mesh.isVisible = false;
    const material = new StandardMaterial('hit', scene);
    wear(this.#mesh, material);
    onTheme(() => {
      material.emissiveColor = Color3.FromHexString(themeHex('hit')).scale(0.6);
      material.diffuseColor = Color3.FromHexString(themeHex('hit')).scale(0.5);
    });
  }

  /** @param column null for none. */
  mark(column: AbstractMesh | null): void {
    this.#mesh.isVisible = column !== null;
    if (!column) return;
    const { x: width, y: height } = column.scaling;
    this.#mesh.scaling.set(1.5 * width, height + RISE, 1.5 * width);
    this.#mesh.position.copyFrom(column.position);
    this.#mesh.position.y += RISE / 2;
  }
}
