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
import { themeColor } from '../site/theme';
import type { TurnedBox } from './boxes';

const cube = new BoxGeometry(1, 1, 1);
const cubeEdges = new EdgesGeometry(cube);

/** How much of a picked mesh's color is there where no light falls. */
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

  /** Shows one mesh as picked, or none. */
  pick(id: number | null): void {
    this.#picked = id;
    this.paint();
  }

  /** Shows the edges, and through the boxes what lies in and behind them. */
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
      // Counts only while the boxes can be seen through.
      material.opacity = isPicked ? 0.6 : 0.2;
    });
  }
}

/** Quiet colors that neighbours in number do not share: steps of the golden angle around the cool half of the circle. */
function colorOf(i: number): Color {
  return new Color().setHSL(0.38 + 0.34 * ((i * 0.618034) % 1), 0.42, 0.66);
}
