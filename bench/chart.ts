// Draws the closest hits of a report as bars: npm run chart [-- REPORT.json CHART.svg]

import { readFileSync, writeFileSync } from 'node:fs';
import { drawChart } from './chart/drawChart';
import { readChartData } from './chart/readChartData';

const [from = 'bench.json', to = 'docs/closest-hit.svg'] = process.argv.slice(2);

try {
  writeFileSync(to, drawChart(readChartData(readFileSync(from, 'utf8'))));
  console.log(`${to}, drawn from ${from}`);
} catch (error) {
  console.error(`${from}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
