import { findDamage } from './integrity-check.ts';

const damage = findDamage(process.argv[2] ?? '');
process.send?.({ damage }, () => process.exit());
