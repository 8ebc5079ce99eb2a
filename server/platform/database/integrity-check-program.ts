import { constants, setPriority } from 'node:os';
import { findDamage } from './integrity-check.ts';

setPriority(constants.priority.PRIORITY_LOW);
const damage = findDamage(process.argv[2] ?? '');
process.send?.({ damage }, () => process.exit());
