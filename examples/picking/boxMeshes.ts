import {
  BoxGeometry,
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
} from 'three';
import { themeColor } from '../site/themeColor';
import type { TurnedBox } from './boxes';

const cube = new BoxGeometry(1, 1, 1);
const cubeEdges = new EdgesGeometry(cube);

/** The share of its color that a picked mesh shows without light. */
const GLOW = 0.45;

/** The boxes as meshes, "mesh 0" and so on. */
export class BoxMeshes extends Group {
  readonly #meshes: Mesh<BoxGeometry, MeshLambertMaterial>[];
  readonly #edges = new LineBasicMaterial({ visible: false, transparent: true, opacity: 0.45 });
  #picked: number | null = null;

  constructor(boxes: readonly TurnedBox[]) {
    super();
    this.#meshes = boxes.map(({ center, halfSize, rotation }, i) => {
      const mesh = new Mesh(cube, new MeshLambertMaterial());
      mesh.name = `mesh ${i}`;
      mesh.position.copy(center);
      mesh.quaternion.copy(rotation);
      mesh.scale.copy(halfSize).multiplyScalar(2);
      mesh.add(new LineSegments(cubeEdges, this.#edges));
      return mesh;
    });
    this.add(...this.#meshes);
  }

  nameOf(id: number): string {
    return this.#meshes[id].name;
  }

  /** Marks one mesh as picked, or none. */
  pick(id: number | null): void {
    this.#picked = id;
    this.paint();
  }

  /** Shows the edges of the boxes, and makes the boxes transparent. */
  showEdges(isShown: boolean): void {
    this.#edges.visible = isShown;
    for (const { material } of this.#meshes) {
      material.transparent = isShown;
      material.depthWrite = !isShown;
      material.needsUpdate = true;
    }
    this.paint();
  }

  paint(): void {
    this.#edges.color = themeColor('ink');
    this.#meshes.forEach(({ material }, i) => {
      const isPicked = i === this.#picked;
      material.color = isPicked ? themeColor('hit') : colorOf(i);
      material.emissive = themeColor('hit').multiplyScalar(isPicked ? GLOW : 0);
      // This matters only while the boxes are transparent.
      material.opacity = isPicked ? 0.6 : 0.2;
    });
  }
}

/** Quiet colors, different for consecutive numbers: steps of the golden angle around the cool half of the circle. */
function colorOf(i: number): Color {
  return new Color().setHSL(0.38 + 0.34 * ((i * 0.618034) % 1), 0.42, 0.66);
}
