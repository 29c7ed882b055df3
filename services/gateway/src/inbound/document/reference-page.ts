import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' };

const FILES = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };

/** The version in the address lets clients cache the files for good. */
const DIRECTORY = `docs/${swaggerUi.version}`;
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

const START = `
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
});
`;

/** Every file comes from this server. The one script in the page is named by its hash. */
export const REFERENCE_POLICY =
  `default-src 'none'; script-src 'self' 'sha256-${createHash('sha256').update(START).digest('base64')}'; ` +
  "style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference for people: Swagger UI over /openapi.json, without calls to the API. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lodging API</title>
    <link rel="stylesheet" href="${DIRECTORY}/swagger-ui.css" />
  </head>
  <body>
    <noscript><p>This page needs JavaScript. It shows <a href="openapi.json">openapi.json</a>.</p></noscript>
    <div id="reference"></div>
    <script src="${DIRECTORY}/swagger-ui-bundle.js"></script>
    <script>${START}</script>
  </body>
</html>
`;

/** The address of an operation on the page, as Swagger UI reads it. */
export function operationAnchor({ tag, operationId }: { tag: string; operationId: string }): string {
  return `#/${encodeURIComponent(tag)}/${operationId}`;
}

/** The files are streamed from the package of Swagger UI: their 1.9 MB never enter the heap. */
export function serveReferenceFiles(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(FILES)) {
    const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));
    app.get(`/${DIRECTORY}/${name}`, (_request, reply) => {
      reply.headers({ 'cache-control': CACHE_CONTROL, 'content-length': statSync(path).size });
      return reply.type(`${type}; charset=utf-8`).send(createReadStream(path));
    });
  }
}
