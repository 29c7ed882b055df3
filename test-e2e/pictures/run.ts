import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBrowser } from '../harness/browser.ts';
import { startLodging } from '../harness/lodging.ts';
import { takePictureOfDemo } from '../harness/picture-of-demo.ts';
import { takePicturesOfConsole } from '../harness/pictures-of-console.ts';

/** The pictures of the README, of a new stack, and the text that a test compares with the demo. */
const docs = join(import.meta.dirname, '..', '..', 'docs');
const lodging = await startLodging({ DEMO_STAYS: 'today' });
const browser = await startBrowser();
try {
  const { png, text } = await takePictureOfDemo(browser, lodging.demo);
  await writeFile(join(docs, 'booking-page.png'), png);
  await writeFile(join(docs, 'booking-page.txt'), text);
  for (const [screen, picture] of Object.entries(await takePicturesOfConsole(browser, lodging.demo)))
    await writeFile(join(docs, `console-${screen}.png`), picture);
  process.stdout.write(text);
} finally {
  await browser.close();
  await lodging.stop();
}
