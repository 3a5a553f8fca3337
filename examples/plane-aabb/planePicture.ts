import {
  ConeGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
} from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { Plane, Vec3 } from 'slabtree';
import type { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';
import { footOn } from './movePlane';

/** The plane has no end. This much of it is drawn, and its normal with this length. */
const SIZE = 13;
const ARROW = 3;

/** The size of the handles on screen, in pixels. */
const HANDLE_SIZE = 8;

const UP = new Vector3(0, 1, 0);
const FORWARD = new Vector3(0, 0, 1);

/** The plane in the picture. One handle shifts it, and one at the tip of its normal turns it. */
export class PlanePicture extends Group {
  readonly handle: Mesh;
  readonly tip: Mesh;
  readonly #sheet: Mesh;
  readonly #border = new Line2(new LineGeometry(), new LineMaterial({ linewidth: 1.5, transparent: true }));
  readonly #arrow = new Line2(new LineGeometry(), new LineMaterial({ linewidth: 4, transparent: true }));
  readonly #sheetMaterial = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.16,
    side: DoubleSide,
    depthWrite: false,
  });
  readonly #handleMaterial = new MeshBasicMaterial({ transparent: true });

  constructor(stage: Stage) {
    super();
    this.handle = new Mesh(new SphereGeometry(1, 24, 16), this.#handleMaterial);
    this.tip = new Mesh(new ConeGeometry(1.1, 2.8, 24), this.#handleMaterial);
    this.#sheet = new Mesh(new PlaneGeometry(SIZE, SIZE), this.#sheetMaterial);
    const half = SIZE / 2;
    this.#border.geometry.setPositions([
      -half,
      -half,
      0,
      half,
      -half,
      0,
      half,
      half,
      0,
      -half,
      half,
      0,
      -half,
      -half,
      0,
    ]);
    this.#sheet.add(this.#border);
    this.add(this.#sheet, this.#arrow, this.handle, this.tip);
    // Drawn after the sheet and the faces of the boxes, which would tint them.
    for (const drawn of [this.#border, this.#arrow, this.handle, this.tip]) drawn.renderOrder = 1;
    stage.beforeFrame(() => {
      for (const end of [this.handle, this.tip]) end.scale.setScalar(HANDLE_SIZE * stage.pixelSize(end.position));
    });
    stage.onTheme(() => {
      const color = themeColor('accent');
      for (const { material } of [this.#border, this.#arrow]) material.color.copy(color);
      this.#sheetMaterial.color.copy(color);
      this.#handleMaterial.color.copy(color);
    });
  }

  /** Draws a plane, with its handle at one of its points. */
  show(plane: Plane, handle: Vec3): void {
    const normal = new Vector3().copy(plane.normal).normalize();
    this.handle.position.copy(handle);
    this.tip.position.copy(handle).addScaledVector(normal, ARROW);
    this.tip.quaternion.setFromUnitVectors(UP, normal);
    this.#arrow.geometry.setPositions([...this.handle.position.toArray(), ...this.tip.position.toArray()]);
    this.#sheet.position.copy(footOn(plane, { x: 0, y: 0, z: 0 }));
    this.#sheet.quaternion.setFromUnitVectors(FORWARD, normal);
  }
}
