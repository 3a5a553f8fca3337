import { type Compared, countDiffering } from './countDiffering';
import { leadOverBestPeer } from './leadOverBestPeer';
import { measure, raysPerSecond } from './measure';
import type { CastsRays } from './peers/contender';
import { type Rays, type Share, pickRays, raysInShare } from './rays';
import type { Row } from './report';

/** A contender that casts a share of the rays. */
export interface CastsShare extends Compared {
  readonly share: Share;
}

/**
 * Compares and times closest hits. Adds a column to the rows for each order of rays.
 *
 * @param entrants those of `peers` and `rows`. The first gives the answers that the others must have.
 * @param lead the contender whose lead over the best peer is told.
 * @param target what a ray hits, in words.
 * @returns the outcome of the comparison in words.
 */
export function timeRays(
  entrants: readonly CastsShare[],
  peers: readonly CastsRays[],
  orders: Record<string, Rays>,
  rows: readonly Row[],
  lead: string,
  target: string,
): string[] {
  const notes: string[] = [];
  for (const [order, rays] of Object.entries(orders)) {
    const count = rays.length / 6;
    notes.push(`${order}: ${compareAnswers(entrants, peers, rays, target)}.`);
    const raysOf = entrants.map(({ share }) => pickRays(rays, raysInShare(count, share)));
    const distances = new Float64Array(count);
    const tasks = peers.map((peer, index) => () => {
      peer.castRays(raysOf[index], distances);
    });
    const column = `${order}, Mray/s`;
    measure(tasks, { rounds: 6, passes: 1, time: 100 }).forEach((passes, index) => {
      rows[index].values[column] = raysPerSecond(passes, raysOf[index].length / 6);
    });
    notes.push(`${order}: ${leadOverBestPeer(rows, lead, column)}.`);
  }
  return notes;
}

/** Compares every contender with the first, on the rays that it is timed with. Returns the outcome in words. */
function compareAnswers(
  entrants: readonly CastsShare[],
  peers: readonly CastsRays[],
  rays: Rays,
  target: string,
): string {
  const count = rays.length / 6;
  const reference = new Float64Array(count);
  peers[0].castRays(rays, reference);
  const hits = reference.filter((distance) => distance < Infinity).length;

  const exceptions: string[] = [];
  entrants.forEach((entrant, index) => {
    const { name, share } = entrant;
    const chosen = raysInShare(count, share);
    const distances = new Float64Array(chosen.length);
    peers[index].castRays(pickRays(rays, chosen), distances);
    const differing = countDiffering(
      entrant,
      distances,
      Float64Array.from(chosen, (ray) => reference[ray]),
    );
    if (differing > 0) exceptions.push(`${differing} of ${distances.length.toLocaleString('en')} differ for ${name}`);
  });
  return [`${hits.toLocaleString('en')} of ${count.toLocaleString('en')} rays hit ${target}`, ...exceptions].join(', ');
}
