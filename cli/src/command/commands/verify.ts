import type { Command } from 'commander';
import { Progress } from '../output/progress';
import { writeOut } from '../output/standardOutput';
import { answerText, boundsText } from '../text/showText';
import { type Verified, verifyFile } from '../verify/verifyFile';
import { jsonOption, sceneOrUrlArgument } from './options';

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('read every byte of a scene or a file of tiles, check it, and print what is there')
    .argument(...sceneOrUrlArgument)
    .addOption(jsonOption)
    .action(async (path: string, { json = false }: { json?: boolean }) => {
      const progress = new Progress();
      try {
        await printVerified(await verifyFile(path, progress), json);
      } finally {
        progress.stop();
      }
    });
}

async function printVerified(verified: Verified, isJson: boolean): Promise<void> {
  const { kind, version, boxes, orientedBoxes, instances, namedBoxes, bounds, tiles, fileBytes } = verified;
  await writeOut([
    isJson
      ? `${JSON.stringify(verified)}\n`
      : answerText({
          file: kind,
          version,
          boxes,
          oriented: orientedBoxes,
          instances,
          named: namedBoxes,
          bounds: boundsText(bounds),
          ...(tiles !== undefined && { tiles }),
          bytes: fileBytes,
          damage: 'none',
        }),
  ]);
}
