// Writes the figures of all documents, and the chart, from bench/results.json and bench/elsewhere.json: npm run figures

import { writeFileSync } from 'node:fs';
import { chartData } from '../chart/chartData';
import { drawChart } from '../chart/drawChart';
import { chartDocument, documents, pathOf, readDocument, readMeasured } from './documents';
import { fillMarked } from './markers';
import { writeFigure } from './templates';

const measured = readMeasured();
for (const document of documents()) {
  const before = readDocument(document);
  const after = fill(document, before);
  if (after === before) continue;
  writeFileSync(pathOf(document), after);
  console.log(document);
}
writeFileSync(pathOf(chartDocument), drawChart(chartData(measured)));

function fill(document: string, text: string): string {
  try {
    return fillMarked(text, (name) => writeFigure(measured, name));
  } catch (error) {
    throw new Error(`${document}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
