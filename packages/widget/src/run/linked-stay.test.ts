import { expect, it } from 'vitest';
import { linkedStay } from './linked-stay.ts';

const TODAY = '2027-05-03';
const linked = (query: string) => {
  const words = new URLSearchParams(query);
  return linkedStay((name) => words.get(name), TODAY);
};
const none = { arrival: '', departure: '', adults: 2, childAges: [] };

it('a link with dates and guests is a search', () => {
  expect(linked('arrival=2027-06-10&departure=2027-06-12&adults=3&children=2&ages=4,11')).toEqual({
    requestedStay: { arrival: '2027-06-10', departure: '2027-06-12', adults: 3, childAges: [4, 11] },
    isComplete: true,
  });
  expect(linked('arrival=2027-06-10&departure=2027-06-12&children=1')?.requestedStay.childAges).toEqual([8]);
  expect(linked('utm_source=letter')).toBeNull();
});

it.for([
  ['arrival=2027-06-10', { ...none, arrival: '2027-06-10' }],
  ['departure=2027-06-10', none],
  ['arrival=2027-05-02&departure=2027-05-04', none],
  ['arrival=2027-06-12&departure=2027-06-10', { ...none, arrival: '2027-06-12' }],
  ['arrival=2027-06-12&departure=2027-06-12', { ...none, arrival: '2027-06-12' }],
  ['arrival=2029-06-12', none],
  ['arrival=%3Cscript%3E&adults=two', none],
  ['adults=0&children=99', { ...none, adults: 1, childAges: Array.from({ length: 10 }, () => 8) }],
  ['adults=999&ages=4,x,18', { ...none, adults: 30, childAges: [4] }],
] as const)('what makes no sense in it is left out: %s', ([query, requestedStay]) => {
  expect(linked(query)).toEqual({ requestedStay, isComplete: false });
});
