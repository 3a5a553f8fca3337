import { withoutMarked } from './markers';
import { withoutCode } from './withoutCode';

/** Numbers in words. */
const WORDS = 'two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|thousand';

/**
 * What counts as a figure: a measured time, a rate, or a ratio of speeds. They change with the code and the machine, so they
 * stand between markers. These are no figures, and stand anywhere:
 *
 * - limits, defaults and time-outs (`after 10 seconds`), numbers of boxes, sizes of files and formats, and versions;
 * - what a benchmark does (`2,000 points`), and in code blocks what its commands are;
 * - sizes of bundles and bytes a box, which tests check;
 * - words without a number (`several times slower`).
 */
const patterns: readonly RegExp[] = [
  // Times that are too short for anything but a measurement.
  /\d ?(?:ns|µs|μs|us|ms|nanoseconds?|microseconds?|milliseconds?)\b/,
  // Longer times, which may be limits, if something takes them.
  /\b(?:takes?|took|taken|costs?) [^.|]*?\b\d[\d.,]* ?(?:s|seconds?|minutes?|hours?)\b/,
  /\| *\d[\d.,]*(?: to \d[\d.,]*)? (?:s|seconds|minutes) *\|/,
  // Times in words. A time-out ends "after ten seconds".
  new RegExp(`\\b(?:takes?|took|costs?|waits?|pauses?) [^.|]*?\\b(?:half a|tens of|${WORDS}) (?:milli)?seconds?\\b`),
  // Shorter ones, without a number.
  /\b(?:takes?|took|costs?|waits?|pauses?) [^.|]*?\b(?:nano|micro|milli)seconds?\b/,
  // No limit has a fraction of a second.
  /\d\.\d+ ?(?:s|seconds?|minutes?)\b/,
  /\d(?: million| thousand| ?[kM])? ?(?:Mray|boxes|casts|frames|objects|picks|queries|rays|triangles|updates)(?:\/s| (?:a|per) second)|\d ?fps\b/,
  // 320 × 320 is a size.
  /\d ?×(?! ?\d)/,
  new RegExp(
    `(?:\\d|\\b(?:${WORDS}))(?: times|x) (?:as (?:fast|long|quick|slow)|the (?:speed|time)|faster|slower|quicker|longer|shorter)`,
  ),
  /\d ?(?:%|percent) (?:faster|slower|quicker|longer|shorter|more time|less time)/,
  // A share: `0.82 of the speed`, `80% of its time`.
  /\d(?: ?%| percent)? of (?:the|its|their) (?:speed|time)\b/,
  /\b(?:faster|slower|quicker|longer|shorter) by a factor of \d/,
  /\b(?:twice|half|(?:third|quarter|fourth|fifth|sixth|eighth|tenth|hundredth)s?) (?:as (?:fast|long|quick|slow)|(?:of )?the (?:time|speed)|faster|slower|quicker|longer)\b/,
];

/** A table of times or rates, by its header. */
const timedHeader = /(?:^|[ (,])(?:(?:ns|ms|µs|us|s|seconds|minutes)(?=$|[ |),/])|[a-z]+\/s\b|times as )/i;

/** Returns the lines of a Markdown text that have a figure outside markers: `12: text`. */
export function strayFigures(text: string): string[] {
  const lines = withoutCode(withoutMarked(text)).split('\n');
  return lines.flatMap((line, index) => {
    const isHeader = /^\| ?:?-+/.test(lines[index + 1] ?? '') && timedHeader.test(line);
    return isHeader || patterns.some((pattern) => pattern.test(line)) ? [`${index + 1}: ${line.trim()}`] : [];
  });
}
