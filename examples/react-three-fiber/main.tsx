import { createRoot, events, extend, flushSync, type RootStore, useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { AmbientLight, DirectionalLight, Mesh, MeshLambertMaterial, type WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Pointer } from 'slabtree';
import { IndexedEvents } from 'slabtree/react';
import { SceneIndex } from 'slabtree/three';
import { createRenderer } from '../site/createRenderer';
import { element } from '../site/element';
import { FrameFence } from '../site/frameFence';
import { grow } from '../site/grow';
import { numberFromAddress } from '../site/numberFromAddress';
import { onPoint } from '../site/onPoint';
import { seededRandom } from '../site/seededRandom';
import { takenOver } from '../site/takenOver';
import { onTheme } from '../site/theme';
import { themeColor } from '../site/themeColor';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import { Crystals, makePlaces } from './Crystals';
import { TimedMoves, type Way, ways } from './timedMoves';

/** The places of the path that the pointer goes along in a comparison, again and again. */
const PLACES = 500;
/** How long it moves each way, in milliseconds, while the browser compiles, and then to be timed. */
const WARM_UP = 200;
const TIMED = 400;
/** How many crystals the page shows at first, and then as long as frames are quick. */
const COUNTS = [500, 2000, 5000];
/** Until a person takes over, the way changes after so many moves. */
const TURN = 30;

extend({ AmbientLight, DirectionalLight, Mesh, MeshLambertMaterial });

const canvas = element('picture', HTMLCanvasElement);
const wanted = numberFromAddress(location.search, 'objects', 0, 50_000);
const counts = wanted > 0 ? [wanted] : COUNTS;
const places = makePlaces(Math.max(...counts));
const updateTime = new TimeReadout(element('update-time', HTMLOutputElement));
const timed = new TimedMoves(canvas);
let place: Pointer | null = null;
/** The same element for each way, so that React has nothing to do for the crystals. */
let crystals = <Crystals places={places.slice(0, counts[0])} />;

// A page with nothing else on it would use <Canvas>, which makes the canvas and the root.
const root = createRoot(canvas);
let store: RootStore;
const state = () => store.getState();
const renderer = createRenderer(canvas);
if (renderer) await begin(renderer);

async function begin(gl: WebGLRenderer): Promise<void> {
  await root.configure({
    gl,
    events,
    frameloop: 'demand',
    camera: { position: [0, 0, 13], fov: 45 },
    size: sizeOfCanvas(),
    dpr: Math.min(devicePixelRatio, 2),
  });
  render('moves');
  state().events.connect?.(canvas);
  report('backend', SceneIndex.from(state().scene).boxes.backend);
  new ResizeObserver(() => {
    const { width, height } = sizeOfCanvas();
    state().setSize(width, height);
  }).observe(canvas);
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=way]')) {
    choice.addEventListener('change', () => {
      render(choice.value as Way);
    });
  }
  element('compare', HTMLButtonElement).addEventListener('click', compare);

  beginByItself();
  onPoint(canvas, (at) => {
    place = at;
  });
  canvas.addEventListener('keydown', ({ key }) => {
    if (place === null) return;
    const { onPointerMove, onPointerDown, onPointerUp, onClick } = state().events.handlers ?? {};
    const event = eventAt(place);
    if (key.startsWith('Arrow')) onPointerMove?.(event);
    if (key === 'Enter') for (const handle of [onPointerDown, onPointerUp, onClick]) handle?.(event);
  });

  const fence = new FrameFence(gl.getContext() as WebGL2RenderingContext);
  const timeFrame = async () => {
    const start = performance.now();
    state().advance(start);
    fence.set();
    await fence.passed();
    return performance.now() - start;
  };
  await grow({ timeFrame }, counts, (count) => {
    crystals = <Crystals places={places.slice(0, count)} />;
    render(timed.way);
    report('count', count.toLocaleString('en'));
  });
}

/** Moves the pointer until a person does, and picks in one way after the other. */
function beginByItself(): void {
  const taken = takenOver(canvas);
  let moves = 0;
  const touched = wander(canvas, (at) => {
    const turn = ways[Math.floor(moves++ / TURN) % ways.length];
    if (!taken.aborted && turn !== timed.way) choose(turn);
    const move = eventAt(at);
    const start = performance.now();
    state().events.handlers?.onPointerMove(move);
    timed.add(performance.now() - start);
    showComparison();
  });
  // The fastest way is for the person.
  touched.addEventListener('abort', () => {
    if (!taken.aborted) choose('moves');
  });
}

function choose(way: Way): void {
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=way]'))
    choice.checked = choice.value === way;
  render(way);
}

/** Shows the crystals, with or without the index. */
function render(way: Way): void {
  timed.way = way;
  // #region shown
  store = flushSync(() =>
    root.render(
      <>
        <Lights />
        <Turning />
        {crystals}
        <IndexedEvents enabled={way !== 'stock'} moves={way === 'moves'} />
      </>,
    ),
  );
  // #endregion
}

function Lights() {
  const { gl, invalidate } = useThree();
  useEffect(() => {
    onTheme(() => {
      gl.setClearColor(themeColor('background'));
      invalidate();
    });
  }, [gl, invalidate]);
  return (
    <>
      <ambientLight intensity={1.2} />
      <directionalLight position={[3, 5, 4]} intensity={2.2} />
    </>
  );
}

/** Turns the view by drags. */
function Turning() {
  const { camera, invalidate } = useThree();
  useEffect(() => {
    const controls = new OrbitControls(camera, canvas);
    controls.addEventListener('change', () => {
      invalidate();
    });
    return () => {
      controls.dispose();
    };
  }, [camera, invalidate]);
  return null;
}

/** Moves the pointer along the same path each way, and says how long a move takes. */
function compare(): void {
  const chosen = timed.way;
  const path = movesAcross(sizeOfCanvas());
  for (const way of ways) {
    render(way);
    timeOf(path, WARM_UP);
    timed.forget();
    timed.note(timeOf(path, TIMED));
  }
  render(chosen);
  showComparison();
  const index = SceneIndex.from(state().scene);
  updateTime.measureQuery(() => {
    index.update();
  });
}

/** Says how the ways compare, when all have been timed. */
function showComparison(): void {
  const { medians } = timed;
  if (!medians) return;
  const [moves, indexed, stock] = medians;
  report(
    'compared',
    `react-three-fiber alone takes ${inTimes(stock / moves)} as long as index and moves, and ${inTimes(stock / indexed)} as long as index.`,
  );
}

function inTimes(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0)} times`;
}

/** Moves to random places, made before the clock starts: a browser makes them before it tells of them. */
function movesAcross({ width, height }: { readonly width: number; readonly height: number }): PointerEvent[] {
  const random = seededRandom(9);
  return Array.from({ length: PLACES }, () => eventAt({ x: width * random(), y: height * random() }));
}

/** How long a move takes along a path, in milliseconds, which the pointer goes along for so long at least. */
function timeOf(path: readonly PointerEvent[], atLeast: number): number {
  const start = performance.now();
  let count = 0;
  let passed: number;
  do {
    for (const move of path) state().events.handlers?.onPointerMove(move);
    count += path.length;
    passed = performance.now() - start;
  } while (passed < atLeast);
  return passed / count;
}

/** An event of the pointer, at a place of the canvas that no hand has pointed at. */
function eventAt({ x, y }: { readonly x: number; readonly y: number }): PointerEvent {
  // Until an event is sent to an element, its offsets are those from the corner of the page.
  const at = { clientX: x - scrollX, clientY: y - scrollY };
  return new PointerEvent('pointermove', { pointerId: 1, view: window, ...at });
}

function sizeOfCanvas() {
  const { clientWidth: width, clientHeight: height } = canvas;
  return { width, height, top: 0, left: 0 };
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}
