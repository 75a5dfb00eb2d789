// Draws pictures with three.js in a browser: node three.mjs TASKS.json
// TASKS.json: modules (a node_modules folder with three and puppeteer-core), browser (an executable), assets (a folder of models),
// environment (a .hdr), pictures (a list of: model, a path below assets; output, a path; and what three_page.js takes).
// Prints a line for each picture that could not be drawn. Exits with 1 if the browser does not start.

import {createReadStream, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {dirname, extname, join, normalize} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const types = {'.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.gltf': 'model/gltf+json', '.glb': 'model/gltf-binary'};

function fileOf(url) {
  const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  if (path === '/environment.hdr') return job.environment;
  if (path.startsWith('/modules/')) return join(job.modules, path.slice(9));
  if (path.startsWith('/assets/')) return join(job.assets, path.slice(8));
  return join(dirname(fileURLToPath(import.meta.url)), path);
}

const server = createServer((request, response) => {
  const file = fileOf(request.url);
  createReadStream(file)
      .on('open', () => response.writeHead(200, {'content-type': types[extname(file)] ?? 'application/octet-stream'}))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
});
await new Promise(ready => server.listen(0, '127.0.0.1', ready));

const {default: puppeteer} = await import(pathToFileURL(createRequire(join(job.modules, 'x')).resolve('puppeteer-core')));
const browser = await puppeteer.launch({
  executablePath: job.browser,
  protocolTimeout: 600000,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-dev-shm-usage'],
});
try {
  const page = await browser.newPage();
  page.on('pageerror', error => console.log(`three.js: ${error.message}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/three_page.html`);
  await page.waitForFunction('window.draw', {timeout: 120000});
  for (const {model, output, ...view} of job.pictures) {
    try {
      const url = await page.evaluate(task => window.draw(task), {...view, model: '/assets/' + model.split('/').map(encodeURIComponent).join('/')});
      writeFileSync(output, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
    } catch (error) {
      console.log(`three.js: ${model}: ${error.message.split('\n')[0]}`);
    }
  }
} finally {
  await browser.close();
  server.close();
}
