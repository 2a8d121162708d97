import { join } from 'node:path';
import { useWorkerScript } from '../core/workerScript';
import { outliveReaders } from './output/standardOutput';
import { run } from './run';

outliveReaders();
useWorkerScript(join(__dirname, 'worker.js'));
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
