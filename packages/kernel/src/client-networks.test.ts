import { describe, expect, it } from 'vitest';
import { networksOf } from './client-networks.ts';

const namesOf = (address: string) => networksOf(address).map(({ name }) => name);

describe('a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
    ['', ''],
  ])('of IPv4 (%s) counts as %s alone', (address, name) => {
    expect(networksOf(address)).toEqual([{ name, factor: 1 }]);
  });

  it('of IPv6 counts at /64, /56 and /48, with 1, 4 and 16 times the limit', () => {
    expect(networksOf('2001:db8:1:12ab:3:4:5:6')).toEqual([
      { name: '2001:db8:1:12ab::/64', factor: 1 },
      { name: '2001:db8:1:1200::/56', factor: 4 },
      { name: '2001:db8:1:0::/48', factor: 16 },
    ]);
  });

  it.each([
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1:0::/48'],
    ['2001:db8:1:fe02::9', '2001:db8:1:fe02::/64', '2001:db8:1:fe00::/56', '2001:db8:1:0::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0:0::/48'],
  ])('of IPv6 (%s) counts for %s, %s and %s', (address, ...names) => {
    expect(namesOf(address)).toEqual(names);
  });

  it('has the networks of its narrowest one', () => {
    for (const address of ['192.0.2.1', '2001:db8:1:12ab::5', '::1', '::ffff:c000:201'])
      expect(networksOf(networksOf(address)[0].name)).toEqual(networksOf(address));
  });

  it('shares its /56 with 256 networks, and its /48 with 65,536', () => {
    const every16th = Array.from({ length: 4_096 }, (_, at) => `2001:db8:1:${(16 * at).toString(16)}::1`);
    const names = every16th.map(namesOf);
    expect([0, 1, 2].map((level) => new Set(names.map((of) => of[level])).size)).toEqual([4_096, 256, 1]);
  });
});
