import { subscribe } from 'node:diagnostics_channel';
import { tally } from './tally.ts';

// Preloaded into each Node process of a test run, to count child processes wherever they are started.
subscribe('child_process', () => tally('process'));
