import { DirectionalLight, HemisphereLight } from 'three';
import { element } from '../site/element';
import { numberFromAddress } from '../site/numberFromAddress';
import { Stage } from '../site/stage';
import { takenOver } from '../site/takenOver';
import { TimeReadout } from '../site/timeReadout';
import { wantsLessMotion } from '../site/wantsLessMotion';
import { Body } from './body';
import { Follow } from './follow';
import { Input } from './input';
import { Level } from './level';
import { Player } from './player';
import { Stroll } from './stroll';
import { view } from './view';

/** Meters a second. */
const WALK = 3;
const RUN = 6;

const stage = new Stage(view);
// The camera follows the player instead.
stage.controls.enabled = false;
const level = new Level(numberFromAddress(location.search, 'triangles', 60_000, 2_000_000));
const { scene } = level.solids;
const player = new Player();
const body = new Body(player);
const follow = new Follow();
const stroll = new Stroll();
const taken = takenOver(stage.canvas, null);
const input = new Input(stage.canvas, element('jump', HTMLButtonElement));

const stepTime = new TimeReadout(element('step-time', HTMLOutputElement));
const explains = element('explains', HTMLInputElement);
const moves = element('moves', HTMLInputElement);
const firstPerson = element('first-person', HTMLInputElement);

const sun = new DirectionalLight(0xffffff, 2.2);
sun.position.set(3, 5, 4);
stage.scene.add(level.solids.picture, body, sun, new HemisphereLight(0xffffff, 0x8899aa, 1.6));
stage.onTheme(() => {
  level.paint();
  body.paint();
});
input.onLook = (yaw, pitch) => {
  follow.turn(yaw, pitch);
};
if (wantsLessMotion()) moves.checked = false;

report('instances', scene.size.toLocaleString('en'));
report('backend', scene.backend);

stage.beforeFrame((seconds) => {
  input.lookByStick(seconds);
  if (!taken.aborted) stroll.lead(follow, player.head, seconds);
  const [forward, right] = taken.aborted ? input.walk : [1, 0];
  const pace = input.runs ? RUN : WALK;
  const { x, z } = follow.direction(forward, right);
  const speed = { x: pace * x, y: 0, z: pace * z };
  stepTime.measure(() => {
    player.walk(scene, speed, input.takeJump(), seconds, (step) => {
      if (moves.checked) level.step(step);
    });
  });
  follow.isFirstPerson = firstPerson.checked;
  follow.place(stage.camera, scene, player.head, seconds);
  const contacts = body.show(player, scene, speed, !firstPerson.checked, explains.checked);
  showPlayer(contacts);
});
stage.isMoving = true;

function showPlayer(contacts: number): void {
  const { ground, capsule } = player;
  report('ground', ground === null ? 'nothing' : level.solids.nameOf(ground.id));
  report('place', `${capsule.a.x.toFixed(2)}, ${capsule.a.y.toFixed(2)}, ${capsule.a.z.toFixed(2)}`);
  report('contacts', explains.checked ? String(contacts) : '');
}

function report(id: string, text: string): void {
  const output = element(id, HTMLOutputElement);
  if (output.value !== text) output.value = text;
}
