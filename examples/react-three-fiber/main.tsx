import { createRoot, extend, flushSync, type RootState, type RootStore, useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { AmbientLight, DirectionalLight, Mesh, MeshLambertMaterial, type WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Pointer } from 'slabtree';
import { createRenderer } from '../site/createRenderer';
import { element } from '../site/element';
import { numberFromAddress } from '../site/numberFromAddress';
import { onPoint } from '../site/onPoint';
import { seededRandom } from '../site/seededRandom';
import { onTheme, themeColor } from '../site/theme';
import { TimeReadout } from '../site/timeReadout';
import { Crystals, makePlaces } from './Crystals';
import { FiberRaycaster, IndexedEvents } from './IndexedEvents';
import { TimedWays, type Way, ways } from './ways';

/** The moves of a comparison, for each way. */
const MOVES = 300;

extend({ AmbientLight, DirectionalLight, Mesh, MeshLambertMaterial });

const canvas = element('picture', HTMLCanvasElement);
const places = makePlaces(numberFromAddress(location.search, 'objects', 5000, 50_000));
const updateTime = new TimeReadout(element('update-time', HTMLOutputElement));
const timed = new TimedWays();
let place: Pointer | null = null;

// A page with nothing else on it would use <Canvas>, which makes the canvas and the root.
const root = createRoot(canvas);
let store: RootStore;
const state = () => store.getState();
report('count', places.length.toLocaleString('en'));
const renderer = createRenderer(canvas);
if (renderer) await begin(renderer);

async function begin(gl: WebGLRenderer): Promise<void> {
  await root.configure({
    gl,
    events: timed.events,
    frameloop: 'demand',
    camera: { position: [0, 0, 13], fov: 45 },
    size: sizeOfCanvas(),
    dpr: Math.min(devicePixelRatio, 2),
  });
  render('moves');
  state().events.connect?.(canvas);
  report('backend', backendOf(state()));
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
}

/** Shows the crystals, with or without the index. */
function render(way: Way): void {
  timed.way = way;
  timed.forget();
  store = flushSync(() =>
    root.render(
      <>
        <Lights />
        <Turning />
        <Crystals places={places} />
        {way === 'stock' ? null : <IndexedEvents />}
      </>,
    ),
  );
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
  const times = ways.map((way) => {
    render(way);
    const random = seededRandom(9);
    const start = performance.now();
    for (let i = 0; i < MOVES; i++) {
      const { width, height } = sizeOfCanvas();
      timed.move(eventAt({ x: width * random(), y: height * random(), width, height }));
    }
    const time = (performance.now() - start) / MOVES;
    timed.note(time);
    return time;
  });
  render(chosen);
  const [moves, index, stock] = times;
  report(
    'compared',
    `${(stock / moves).toFixed(0)} times as fast in moves too, ${(stock / index).toFixed(1)} times by the index`,
  );
  updateTime.measureQuery(() => {
    const { raycaster } = state();
    if (raycaster instanceof FiberRaycaster) raycaster.index.update();
  });
}

/** An event of the pointer, at a place that no hand has pointed at. */
function eventAt({ x, y }: Pointer): PointerEvent {
  const event = new PointerEvent('pointermove', { pointerId: 1 });
  return Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: y } });
}

function sizeOfCanvas() {
  const { clientWidth: width, clientHeight: height } = canvas;
  return { width, height, top: 0, left: 0 };
}

function backendOf({ raycaster }: RootState): string {
  return raycaster instanceof FiberRaycaster ? raycaster.index.boxes.backend : '';
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}
