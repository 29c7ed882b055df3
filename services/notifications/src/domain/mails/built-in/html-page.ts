/**
 * Mail programs that know no style sheet in the head show the inline colours; those that know dark mode turn them around. The
 * colours have a contrast of 4.5 at least.
 */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%}
table{border-collapse:collapse}
h1{margin:0 0 16px;font-size:24px;line-height:1.25}
h2{margin:28px 0 8px;font-size:16px}
p{margin:0 0 12px}
td{vertical-align:top;overflow-wrap:anywhere;word-break:break-word}
.row td{padding:6px 0;border-top:1px solid #e2e2e2}
.row td+td{padding-left:16px;text-align:right}
.total td{font-weight:bold}
.amounts td+td{white-space:nowrap}
@media (prefers-color-scheme:dark){
.page{background:#151515!important}
.card{background:#222!important;color:#f2f2f2!important}
.quiet{color:#b8b8b8!important}
.row td{border-color:#444!important}
.link{color:#9cc9ee!important}
}
@media (max-width:480px){.card,.head,.quiet{padding:20px!important}}`
  .trim()
  .replaceAll('\n', '');

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The frame of every HTML mail: one column, and no picture but the logo. `content` is a part of a template. */
export function htmlPage(language: string, title: string, content: string): string {
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">\n<meta name="supported-color-schemes" content="light dark">',
    `<title>${title}</title>\n<style>${STYLE}</style>\n</head>`,
    `<body class="page" style="margin:0;background:#f3f3f3">`,
    `<table role="presentation" class="page" width="100%" style="background:#f3f3f3"><tr><td align="center" style="padding:16px">`,
    `<table role="presentation" width="100%" style="max-width:600px;${FONT};font-size:16px;line-height:1.5">`,
    '<tr><td class="head" style="padding:18px 32px;background:{{ property.accentColor }};color:{{ property.accentTextColor }};font-size:18px;font-weight:bold">',
    '{% if property.logoUrl %}<img src="{{ property.logoUrl }}" alt="{{ property.name }}" height="40" style="display:block;max-width:100%;border:0">{% else %}{{ property.name }}{% endif %}</td></tr>',
    '<tr><td class="card" style="padding:32px;background:#fff;color:#1c1c1c">',
    content,
    '</td></tr>',
    '<tr><td class="quiet" style="padding:20px 32px;color:#595959;font-size:14px">',
    '{{ property.name }}{% if property.address %}<br>{{ property.address | newline_to_br }}{% endif %}',
    '{% if property.phone %}<br>{{ property.phone }}{% endif %}',
    '{% if property.email %}<br>{{ property.email }}{% endif %}',
    '{% if property.website %}<br><a class="link" href="{{ property.website }}" style="color:#1f5f8b">{{ property.website }}</a>{% endif %}',
    '</td></tr>\n</table>\n</td></tr></table>\n</body>\n</html>\n',
  ].join('\n');
}

/** Of a text template: what it writes, in the frame. */
export const PLAIN_CONTENT = '<div style="white-space:pre-line" dir="auto">{{ content }}</div>';
