import { type BoxNames, labelField } from '../boxes/boxLabel';

/** The closest hits of many rays: those of `raycastMany`, or of a cluster. */
export interface Answers {
  ids: Int32Array | Float64Array;
  ts: Float64Array;
  triangles?: Int32Array;
  us?: Float64Array;
  vs?: Float64Array;
}

/**
 * A line for each ray, `id,t` or `id,name,t,triangle,u,v`.
 *
 * @param names null if the lines are without names.
 */
export function answerLines(
  { ids, ts, triangles, us, vs }: Answers,
  names: BoxNames | null,
  hasHeader: boolean,
): string {
  const hasTriangles = triangles !== undefined && us !== undefined && vs !== undefined;
  let text = hasHeader ? answerHeader(names !== null, hasTriangles) : '';
  for (let i = 0; i < ids.length; i++) {
    const name = names === null ? '' : `${labelField(names, ids[i])},`;
    const triangle = hasTriangles ? `,${triangles[i]},${us[i]},${vs[i]}` : '';
    text += `${ids[i]},${name}${ts[i]}${triangle}\n`;
  }
  return text;
}

/** The names of the columns of {@link answerLines}. */
export function answerHeader(hasNames: boolean, hasTriangles: boolean): string {
  return `id,${hasNames ? 'name,' : ''}t${hasTriangles ? ',triangle,u,v' : ''}\n`;
}
