import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import { repository } from '../harness/examples.ts';
import type { Quote } from '../harness/records.ts';
import { freeWindow } from '../harness/stay.ts';
import { takePictureOfDemo } from '../harness/picture-of-demo.ts';
import { CONSOLE_PICTURES } from '../harness/pictures-of-console.ts';

const demo = inject('demo');

interface Sold {
  readonly id: string;
  readonly kind: string;
  readonly slug: string;
  readonly description: string | null;
  readonly photoUrls: readonly string[];
  readonly ratePlans: readonly { id: string; code: string; cancellationPolicyCode: string | null }[];
}

const sides = demo.tenants.flatMap((tenant) => [
  { side: `${tenant.name}, live`, key: tenant.secretKey },
  { side: `${tenant.name}, sandbox`, key: tenant.testSecretKey },
]);

describe.each(sides)('the demo: $side', ({ key }) => {
  const secret = new Client(demo.gatewayUrl, key);
  const lodgings = async (): Promise<Sold[]> => {
    const { body } = await secret.get<{ resources: Sold[] }>('/v1/resources?limit=100');
    return body.resources.filter(({ kind, photoUrls }) => kind !== 'generic' && photoUrls.length > 0);
  };

  it('has a description, a photo that its page serves, and a policy for each plan of each place', async () => {
    const places = await lodgings();
    expect(places.length).toBeGreaterThanOrEqual(5);
    for (const { slug, description, photoUrls, ratePlans } of places) {
      expect(description, slug).toMatch(/\w/);
      const photo = await fetch(photoUrls[0] ?? '');
      expect({ slug, status: photo.status, type: photo.headers.get('content-type') }).toEqual({
        slug,
        status: 200,
        type: expect.stringContaining('image/svg+xml'),
      });
      expect(new URL(photoUrls[0] ?? '').origin).toBe(demo.bookingPageUrl);
      for (const { cancellationPolicyCode } of ratePlans) expect(cancellationPolicyCode, slug).not.toBeNull();
    }
  });

  it('sells each place with a tax, and says until when its flexible plan is free to cancel', async () => {
    for (const { id, slug, ratePlans } of await lodgings()) {
      const ratePlanId = ratePlans.find(({ code }) => code === 'FLEX')?.id;
      // A sold window is another test's: then the next one.
      let quoted: Quote | undefined;
      for (let tries = 0; quoted === undefined && tries < 10; tries += 1) {
        const answer = await secret.post<Quote>('/v1/quotes', {
          resourceId: id,
          ratePlanId,
          ...freeWindow(),
          partySize: 2,
        });
        if (answer.status === 200) quoted = answer.body;
        else expect(answer.status, slug).toBe(409);
      }
      const taxes = quoted?.priceBreakdown.lines.filter(({ kind }) => kind === 'tax') ?? [];
      expect(taxes.length, slug).toBeGreaterThan(0);
      expect(quoted?.cancellation?.timeline[0]?.penaltyMinorUnits, slug).toBe('0');
    }
  });
});

describe('the picture in the README', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => browser.close());

  it('shows the demo as it is: `npm run picture` takes it again', async () => {
    const { png, text } = await takePictureOfDemo(browser, demo);
    expect(text).toBe(await readFile(join(repository, 'docs', 'booking-page.txt'), 'utf8'));
    const stored = await readFile(join(repository, 'docs', 'booking-page.png'));
    expect(sizeOf(stored)).toBe(sizeOf(png));
    expect(await readFile(join(repository, 'README.md'), 'utf8')).toContain('docs/booking-page.png');
  });

  it.each(CONSOLE_PICTURES)('shows the console too: %s', async (screen) => {
    const file = `docs/console-${screen}.png`;
    expect(sizeOf(await readFile(join(repository, file)))).toBe('1280 × 800');
    expect(await readFile(join(repository, 'README.md'), 'utf8')).toContain(`src="${file}"`);
  });
});

/** Width and height stand at a fixed place of a PNG. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}`;
}
