#!/usr/bin/env node
// Not the built file itself: npm links a command only if its file is there when it installs.
import '../dist/command.js';
