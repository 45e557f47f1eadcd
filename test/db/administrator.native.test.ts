import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newWorkspace, openTestApp } from '../support/database.ts';
import { notOnCitus } from '../support/notOnCitus.ts';
import { startOwnServer } from '../support/ownServer.ts';
import { outcomeOf } from '../agent/drain.ts';
