import { describe, expect, it } from 'vitest';
import { builtInTemplate } from '../../domain/mails/built-in/built-in-template.ts';
import { MAIL_KINDS, MAIL_LANGUAGES } from '../../domain/mails/mail-kind.ts';
import { sampleVariables } from '../../domain/mails/sample-stay.ts';
import { createTemplateEngine } from './template-engine.ts';

const engine = createTemplateEngine();
const samples = sampleVariables('booking_confirmed', 'en');
const check = (text: string) => engine.check({ subject: 'Hello', text, html: null }, samples);
const render = (parts: { subject?: string; text?: string; html?: string }, name = '<b>Eve & "Co"</b>') => {
  const [sample] = samples;
  if (sample === undefined) throw new Error('there is no sample');
  const template = { subject: 'Hello', text: 'Hello', html: null, ...parts };
  return engine.render(template, { ...sample, guest: { name } });
};

describe('the built-in templates', () => {
  it.each(MAIL_LANGUAGES.flatMap((language) => MAIL_KINDS.map((kind) => [kind, language] as const)))(
    '%s in %s are valid, for a stay with everything and for one with the least, and small',
    (kind, language) => {
      const template = builtInTemplate(kind, language);
      for (const variables of sampleVariables(kind, language)) {
        expect(engine.check(template, [variables])).toBeUndefined();
        const { subject, text, html } = engine.render(template, variables);
        expect(Buffer.byteLength(html)).toBeLessThan(60_000);
        expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|\[object|\{\{|\{%/);
        expect(text).not.toMatch(/\n{3}/);
        expect(subject.length).toBeLessThan(100);
      }
    },
  );

  it('say the same in text and HTML, and load no picture but the logo', () => {
    const [variables] = samples;
    if (variables === undefined) throw new Error('there is no sample');
    const { text, html } = engine.render(builtInTemplate('booking_confirmed', 'en'), variables);
    const shown = html
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll(/\s+/g, ' ');
    for (const line of text.split('\n')) {
      const words = line.split(': ').flatMap((part) => (part.startsWith('http') ? [] : [part.trim()]));
      for (const part of words) expect(shown.toLowerCase()).toContain(part.toLowerCase());
    }
    expect([...html.matchAll(/(?:src|url\()[="']*([^"')]+)/g)].map(([, url]) => url)).toEqual([
      'https://seeblick.example/logo.png',
    ]);
  });
});

describe('a template is refused', () => {
  it.each([
    ['broken output', 'one\n{{ guest.name }', 2, /not closed/],
    ['a broken block', '{% if guest.name %}x', 1, /not closed/],
    ['an unknown tag', 'one\ntwo {% foo %}', 2, /tag "foo" not found/],
    ['an unknown filter', '{{ guest.name | shout }}', 1, /undefined filter: shout/],
    ['an unknown variable', 'one\n\n{{ guest.nmae }}', 3, /guest\.nmae/],
    [
      'an unknown variable under a false condition',
      '{% if booking.nights > 99 %}\n{{ secret }}{% endif %}',
      2,
      /secret/,
    ],
    [
      'an unknown field of a list',
      '{% for line in bill.lines %}\n{{ line.price }}{% endfor %}',
      2,
      /line\.price/,
    ],
    ['include', '{% include "a" %}', 1, /tag "include" not found/],
    ['render', '{% render "a" %}', 1, /tag "render" not found/],
    ['layout', '{% layout "a" %}', 1, /tag "layout" not found/],
    ['block', '{% block a %}{% endblock %}', 1, /tag "block" not found/],
    ['a long loop', '{% for i in (1..100000000) %}{{ i }}{% endfor %}', 1, /limit exceeded/],
    [
      'loops in loops',
      '{% for i in (1..3000) %}{% for j in (1..3000) %}.{% endfor %}{% endfor %}',
      1,
      /limit exceeded/,
    ],
    [
      'a text that doubles',
      '{% assign a = "xxxxxxxx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}',
      1,
      /limit exceeded/,
    ],
    [
      'a captured text that doubles',
      '{% capture a %}xxxxxxxx{% endcapture %}{% for i in (1..27) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}',
      1,
      /limit exceeded/,
    ],
    ['a date of a hundred million digits', '{{ "now" | date: "%99999999Y" }}', 1, /limit exceeded/],
    [
      'a text that is replaced by a longer one',
      `{% assign a = "${'a'.repeat(700)}" %}{{ a | replace: "a", a | replace: "a", a }}`,
      1,
      /limit exceeded/,
    ],
    ['a long part', 'ä'.repeat(33_000), null, /64 KiB/],
    ['a long result', `{% for i in (1..400) %}${'x'.repeat(600)}{% endfor %}`, null, /200,000/],
    ['a prototype', '{{ guest.constructor }}', 1, /guest\.constructor/],
  ])('for %s', (_what, text, line, reason) => {
    expect(check(text)).toEqual({ part: 'text', line, reason: expect.stringMatching(reason) });
  });
});

it('what a template writes of one stay is bounded, also where that of the samples was short', () => {
  const text =
    '{% if guest.name == "Eve" %}{% for i in (1..400) %}' + 'x'.repeat(600) + '{% endfor %}{% endif %}';
  expect(check(text)).toBeUndefined();
  expect(render({ text }, 'Ada').text).toBe('');
  expect(() => render({ text }, 'Eve')).toThrow('200,000');
});

describe('values', () => {
  it('are escaped in HTML whatever the template asks for, and nowhere else', () => {
    const escaped = '&lt;b&gt;Eve &amp; &#34;Co&#34;&lt;/b&gt;';
    const shown = (html: string) => render({ html }).html.toLowerCase().replaceAll('&quot;', '&#34;');
    for (const filter of ['', ' | raw', ' | escape', ' | newline_to_br', ' | upcase | downcase | raw'])
      expect(shown(`{{ guest.name${filter} }}`)).toBe(escaped.toLowerCase());
    expect(render({ html: '{% echo guest.name %}{% cycle guest.name %}' }).html).toBe(escaped + escaped);
    expect(render({ text: '{{ guest.name }}' }).text).toBe('<b>Eve & "Co"</b>');
  });

  it('make no line of their own in a subject, which is never too long', () => {
    const { subject } = render(
      { subject: 'Hello\r\n{{ guest.name }}' },
      `Eve\r\nBcc: x\u2028${'y'.repeat(400)}`,
    );
    expect(subject).toMatch(/^Hello Eve Bcc: x y+…$/);
    expect(subject).toHaveLength(250);
  });

  it('are not decoded by a mail program in a subject, and turn no text around', () => {
    const { subject } = render(
      { subject: 'Hello {{ guest.name }}' },
      '=?utf-8?Q?Eve=0D=0A?= \u202ecod.exe\u2069',
    );
    expect(subject).toBe('Hello = ?utf-8?Q?Eve=0D=0A?= cod.exe');
  });

  it('of a text template are escaped in the HTML that is made of it', () => {
    expect(render({ text: 'Hi {{ guest.name }},\nwelcome' }).html).toContain(
      'Hi &lt;b&gt;Eve &amp; &#34;Co&#34;&lt;/b&gt;,\nwelcome',
    );
  });
});
