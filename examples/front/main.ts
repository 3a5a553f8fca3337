import { BoxScene, type Pointer } from 'slabtree';
import { Color, PerspectiveCamera, Raycaster, Scene, Vector3, type WebGLRenderer } from 'three';
import { aim } from '../site/aim';
import { createRenderer } from '../site/createRenderer';
import { element } from '../site/element';
import { FrameFence } from '../site/frameFence';
import { numberFromAddress } from '../site/numberFromAddress';
import { onPoint } from '../site/onPoint';
import { TimeReadout } from '../site/timeReadout';
import { makeCity } from './city';
import { Dots } from './dots';
import { duration } from './duration';
import { onEmbeddedTheme } from './embedding';
import { EyeRays } from './eyeRays';
import { flyTo } from './flight';
import { Lamp } from './lamp';
import { MOST_DOTS, Pace } from './pace';
import { Painter } from './painter';
import { DAY, NIGHT } from './palette';
import { pointerAt } from './pointerPath';
import { RaycasterBeside } from './raycasterBeside';
import { scan } from './scan';
import { Swarm } from './swarm';

const MEMBERS = 10_000;
/** The Raycaster of three.js waits so many milliseconds, until the picture is there. */
const BESIDE_FROM = 1500;
/** The lamp hangs before what the pointer is on: by this share of the distance, and at most so many metres. */
const BEFORE = 0.2;
const MOST_BEFORE = 24;
/** How far from the eye it hangs if the pointer is on the sky, in metres. */
const IN_SKY = 300;

const canvas = element('picture', HTMLCanvasElement);
// Dots have no edges to smooth.
const renderer = createRenderer(canvas, false);
if (renderer) begin(renderer);

function begin(renderer: WebGLRenderer): void {
  const city = makeCity();
  const swarm = new Swarm(numberFromAddress(location.search, 'members', MEMBERS, 100_000));
  const boxes = new BoxScene();
  boxes.addAabbs(city.boxes);
  const firstMember = boxes.addAabbs(swarm.boxes);
  boxes.commit();
  report('count', inWords(boxes.size));
  report('members', inWords(swarm.count));
  report('backend', boxes.backend);

  const camera = new PerspectiveCamera(undefined, undefined, 1, 4000);
  const picture = new Scene();
  const dots = new Dots(MOST_DOTS);
  const lamp = new Lamp();
  picture.add(dots, lamp);
  const painter = new Painter(city, swarm, firstMember, NIGHT);
  const eyeRays = new EyeRays();
  const pointerRay = new Raycaster();
  const beside = new RaycasterBeside(city.boxes, swarm.boxes);
  const fence = new FrameFence(renderer.getContext() as WebGL2RenderingContext);
  const castTime = new TimeReadout(element('cast-time', HTMLOutputElement));
  const threeTime = new TimeReadout(element('three-time', HTMLOutputElement));

  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const pace = new Pace(isStill);
  let pointer: Pointer | null = null;
  let isSeen = true;
  let isDue = false;
  let time = 0;
  /** Rounded, so that people can read it. */
  let raysOfFrame = 0;
  const begun = performance.now();
  let lastFrame = begun;
  /** How long the rays of the last frame took, with what is drawn of them, in milliseconds. */
  let work = 0;

  onEmbeddedTheme((isDark) => {
    painter.palette = isDark ? NIGHT : DAY;
    const { background, lamp: light } = painter.palette;
    renderer.setClearColor(new Color().setRGB(...background, 'srgb'));
    lamp.paint(light, isDark);
    dots.empty();
    requestFrame();
  });
  onPoint(canvas, (at) => {
    pointer = at;
    if (isStill) dots.empty();
    requestFrame();
  });
  new ResizeObserver(() => {
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
    lamp.resize(canvas.height);
    dots.empty();
    requestFrame();
  }).observe(canvas);
  new IntersectionObserver((entries) => {
    isSeen = entries.some(({ isIntersecting }) => isIntersecting);
    requestFrame();
  }).observe(canvas);

  function requestFrame(): void {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame((now) => {
      isDue = false;
      // A slow graphics card must have drawn the last frame.
      if (fence.isPassed) draw(now);
      else requestFrame();
    });
  }

  function draw(now: number): void {
    const interval = now - lastFrame;
    const seconds = Math.min(interval / 1000, 0.1);
    lastFrame = now;
    pace.note(interval, work);
    if (!isStill) time += seconds;
    swarm.flyTo(time);
    flyTo(camera, time, canvas.clientWidth / canvas.clientHeight);

    const at = pointer ?? pointerAt(time, canvas);
    aim(pointerRay, at, camera);
    const isFirst = lamp.position.lengthSq() === 0;
    lamp.moveTo(placeOfLamp(), isStill || isFirst ? Infinity : seconds);
    dots.limit = pace.dots;
    const start = performance.now();
    // An empty picture gets all its dots at once: few would be large squares until more frames have been drawn.
    const rays = eyeRays.through(camera, at, dots.isEmpty && !isStill ? pace.dots : pace.rays);
    const cast = performance.now();
    const hits = scan(boxes, firstMember, swarm.boxes, rays, lamp.position);
    castTime.note(performance.now() - cast);
    dots.append(hits.points, painter.paint(hits, camera.position, lamp.position), time, canvas.width * canvas.height);
    work = performance.now() - start;
    renderer.render(picture, camera);
    fence.set();
    raysOfFrame = 100 * Math.round(hits.rays / 100);
    report('rays', inWords(raysOfFrame));
    if (now - begun > BESIDE_FROM || isStill) compare();
    canvas.ariaBusy = String(isStill && !dots.isFull);
    if (isSeen && !(isStill && dots.isFull)) requestFrame();
  }

  /** Returns a place in front of what the pointer is on. Nothing is between the place and the eye. */
  function placeOfLamp(): Vector3 {
    const hit = boxes.raycast(pointerRay.ray);
    const distance = hit?.distance ?? IN_SKY;
    return pointerRay.ray.at(distance - Math.min(BEFORE * distance, MOST_BEFORE), new Vector3());
  }

  /** Lets the Raycaster of three.js cast the ray of the pointer, and says how long it would take for a frame. */
  function compare(): void {
    const answer = beside.step(pointerRay.ray, pace.budget);
    if (!answer) return;
    threeTime.note(answer.milliseconds);
    const { id } = boxes.raycast(answer.ray) ?? { id: -1 };
    report('answer', id === answer.box ? 'the same box' : 'another box');
    report('three-frame', duration(raysOfFrame * threeTime.median));
  }
}

function report(id: string, text: string): void {
  const output = element(id, HTMLOutputElement);
  if (output.value !== text) output.value = text;
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
