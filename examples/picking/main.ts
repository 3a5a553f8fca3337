import { DirectionalLight, HemisphereLight } from 'three';
import { BoxScene, obbFromCenter, type Pointer, screenRay } from 'slabtree';
import { element } from '../site/element';
import { onTap } from '../site/pointer';
import { Stage } from '../site/stage';
import { TimeReadout } from '../site/timeReadout';
import { BoxMeshes } from './boxMeshes';
import { randomBoxes, view } from './boxes';
import { CastRays } from './castRays';

const stage = new Stage(view);
const queryTime = new TimeReadout(element('query-time', HTMLOutputElement));
const showRays = element('show-rays', HTMLButtonElement);

const turnedBoxes = randomBoxes();
const meshes = new BoxMeshes(turnedBoxes);
const castRays = new CastRays();
// #region shown
const boxes = new BoxScene();
// Ids count from 0, like the meshes.
for (const { center, halfSize, rotation } of turnedBoxes) boxes.addObb(obbFromCenter(center, halfSize, rotation));
// #endregion
// Build the tree now, not at the first click.
boxes.commit();

const sun = new DirectionalLight(0xffffff, 1.8);
sun.position.set(3, 6, 4);
stage.scene.add(meshes, castRays, sun, new HemisphereLight(0xffffff, 0x8899aa, 1.6));
stage.onTheme(() => {
  meshes.paint();
  castRays.paint();
});
report('backend', boxes.backend);

onTap(stage.canvas, pick);
stage.canvas.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  const { clientWidth: width, clientHeight: height } = stage.canvas;
  pick({ x: width / 2, y: height / 2, width, height });
});
showRays.addEventListener('click', toggleRays);
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'r' && !event.ctrlKey && !event.metaKey && !event.altKey) toggleRays();
});

/** Picks the box under the pointer, and shows the answer. */
function pick(pointer: Pointer): void {
  // #region shown
  // What is under the pointer?
  const camera = { view: stage.camera.matrixWorldInverse, projection: stage.camera.projectionMatrix };
  const hit = queryTime.measureQuery(() => boxes.pick(pointer, camera));
  // And what is behind it?
  const ray = screenRay(pointer, camera);
  const [, ...hidden] = boxes.raycastAll(ray);
  // #endregion
  castRays.cast(ray, hit);
  meshes.pick(hit ? hit.id : null);
  report('picked', hit ? meshes.nameOf(hit.id) : 'nothing');
  report('distance', hit ? hit.distance.toFixed(2) : '–');
  report('normal', hit ? `${hit.normal.x.toFixed(2)}, ${hit.normal.y.toFixed(2)}, ${hit.normal.z.toFixed(2)}` : '–');
  report('hidden', hidden.map(({ id }) => meshes.nameOf(id)).join(', ') || '–');
  report('rays', String(castRays.howMany));
  stage.requestFrame();
}

function toggleRays(): void {
  castRays.visible = !castRays.visible;
  meshes.showEdges(castRays.visible);
  showRays.ariaPressed = String(castRays.visible);
  stage.requestFrame();
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}
