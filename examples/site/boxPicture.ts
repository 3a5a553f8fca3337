import { BoxGeometry, type Color, EdgesGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Aabb } from 'slabtree';

const cube = new BoxGeometry(1, 1, 1);
const cubeEdges = new LineSegmentsGeometry().fromEdgesGeometry(new EdgesGeometry(cube));

/** A box that hides nothing: its edges and transparent faces. Things drawn later are not tinted by the faces. */
export class BoxPicture extends Group {
  readonly #edges = new LineMaterial({ linewidth: 2, transparent: true });
  readonly #faces = new MeshBasicMaterial({ transparent: true, opacity: 0.08, depthWrite: false });

  constructor({ min, max }: Aabb) {
    super();
    const [low, high] = [new Vector3().copy(min), new Vector3().copy(max)];
    this.position.lerpVectors(low, high, 0.5);
    this.scale.subVectors(high, low);
    const edges = new LineSegments2(cubeEdges, this.#edges);
    edges.renderOrder = 1;
    this.add(new Mesh(cube, this.#faces), edges);
  }

  paint(color: Color): void {
    this.#edges.color.copy(color);
    this.#faces.color.copy(color);
  }
}
