// Backup services that earlier releases installed start this file. Remove it after the next release.
import '#server/commands/cli.ts';
