import { expect, test } from 'vitest';
import type { Api } from './call-api.ts';
import { demoTenants } from './demo-data.ts';
import { photoUrlsOf, refreshPhotos } from './demo-photos.ts';

const [tenant] = demoTenants;
if (tenant === undefined) throw new Error('the demo has no tenant');

const page = 'http://localhost:40001';
const photoUrlOf = photoUrlsOf(tenant, page);

function recorded(): { api: Api; sent: unknown[] } {
  const sent: unknown[] = [];
  const record =
    (method: string) =>
    async (path: string, body?: object): Promise<unknown> =>
      sent.push([method, path, body]);
  return {
    api: { get: record('get'), post: record('post'), put: record('put'), patch: record('patch') },
    sent,
  };
}

test('rooms of the demo and of its cities have a photo at the booking page', () => {
  expect(photoUrlOf('double-lake')).toBe(`${page}/photos/room/lake/double-lake.svg`);
  expect(photoUrlOf('lis-graca-terrace-apartment')).toBe(
    `${page}/photos/apartment/hill/lis-graca-terrace-apartment.svg`,
  );
  expect(photoUrlOf('room-of-a-user')).toBeUndefined();
});

test('an address of an earlier start is replaced, and what a user has set stays', async () => {
  const { api, sent } = recorded();
  const current = photoUrlOf('double-lake') ?? '';
  const second = 'https://cdn.example/second.jpg';
  await refreshPhotos(
    api,
    [
      {
        id: 'old-release',
        slug: 'double-lake',
        photoUrls: ['https://photos.lodging.example/double-lake.jpg'],
      },
      {
        id: 'old-port',
        slug: 'double-lake',
        photoUrls: ['http://localhost:3000/photos/room/lake/double-lake.svg', second],
      },
      { id: 'current', slug: 'double-lake', photoUrls: [current] },
      { id: 'of-a-user', slug: 'double-lake', photoUrls: ['https://cdn.example/photo.jpg'] },
      { id: 'removed', slug: 'double-lake', photoUrls: [] },
      { id: 'unknown', slug: 'room-of-a-user', photoUrls: ['http://localhost:3000/photos/x.svg'] },
    ],
    photoUrlOf,
  );
  expect(sent).toEqual([
    ['patch', '/v1/resources/old-release', { photoUrls: [current] }],
    ['patch', '/v1/resources/old-port', { photoUrls: [current, second] }],
  ]);
});
