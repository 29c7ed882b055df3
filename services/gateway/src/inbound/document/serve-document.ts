import type { FastifyInstance } from 'fastify';
import type { ApiDocument } from './open-api.ts';
import { homeIndex, writeHomePage } from './pages/home-page.ts';
import type { HomeLinks } from './pages/home-page.ts';
import { PAGE_POLICY } from './pages/layout.ts';
import { writeReferencePage } from './pages/reference-page.ts';
import { staticPage, wantsHtml } from './pages/static-page.ts';
import type { SendPage } from './pages/static-page.ts';
import { STYLESHEET, STYLESHEET_PATH } from './pages/stylesheet.ts';
import { writeLlmsText, writeReferenceIndex } from './reference-index.ts';
import { documentedRoutes, writeDocument } from './write-document.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const WIDGET_MANIFEST = 'widget/manifest.json';

export interface DocumentOptions {
  /** The address at which clients reach the gateway. */
  readonly publicUrl: string;
  /** The address of the source repository, for links to guides, client and widget. */
  readonly sourceUrl?: string | undefined;
}

/** For programs the documents, for people the pages; each is made by the first request for it. */
export function serveDocument(app: FastifyInstance, options: DocumentOptions): void {
  const { publicUrl } = options;
  const sourceUrl = options.sourceUrl?.replace(/\/+$/, '');
  // Tools that run in browsers read it from their own origins; it holds nothing of any tenant.
  const open = { 'access-control-allow-origin': '*' };
  const document = () => writeDocument(publicUrl);
  const openapi = staticPage(JSON_TYPE, () => JSON.stringify(document()), open);
  app.get('/openapi.json', openapi);
  const index = () => JSON.stringify(writeReferenceIndex(publicUrl, documentedRoutes));
  app.get('/reference.json', staticPage(JSON_TYPE, index, open));
  const llms = () => writeLlmsText(publicUrl, documentedRoutes);
  app.get('/llms.txt', staticPage('text/markdown; charset=utf-8', llms, open));

  const policy = { 'content-security-policy': PAGE_POLICY };
  const reference = () => writeReferencePage(document() as unknown as ApiDocument, sourceUrl);
  app.get('/docs', staticPage(HTML_TYPE, reference, policy));
  const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };
  app.get(
    `/${STYLESHEET_PATH}`,
    staticPage('text/css; charset=utf-8', () => STYLESHEET, immutable),
  );

  const links = (): HomeLinks => ({ sourceUrl, widgetManifest: widgetManifestOf(app) });
  const vary = { vary: 'Accept, Accept-Encoding' };
  const home = staticPage(HTML_TYPE, () => writeHomePage(links()), { ...policy, ...vary });
  const homeJson = staticPage(JSON_TYPE, () => JSON.stringify(homeIndex(publicUrl, links())), vary);
  const sendHome: SendPage = (request, reply) => (wantsHtml(request) ? home : homeJson)(request, reply);
  app.get('/', sendHome);
  // A person who opens the base address of the API.
  app.get('/v1', async (request, reply) => {
    if (wantsHtml(request)) return reply.header('vary', 'Accept').redirect('./', 302);
    return homeJson(request, reply);
  });
}

/** Undefined where no such route is registered. */
function widgetManifestOf(app: FastifyInstance): string | undefined {
  return app.hasRoute({ method: 'GET', url: `/${WIDGET_MANIFEST}` }) ? WIDGET_MANIFEST : undefined;
}
