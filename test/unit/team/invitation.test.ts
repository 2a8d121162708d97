import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invitationLink, invitedTo, readInvitation, type Invitation } from '../../../src/core/team/invitation';
import { studyFileName } from '../../../src/core/team/joinTeam';
import { parts } from '../../../src/core/team/remote';

const anyInvitation = fc.record<Invitation>({
  remote: fc.string({ unit: 'grapheme', minLength: 1 }),
  study: fc.string({ unit: 'grapheme', minLength: 1 }),
  name: fc.string({ unit: 'grapheme', minLength: 1 }),
  part: fc.constantFrom(...parts),
});
const invitation: Invitation = {
  remote: 'postgres://tiebreak_1:secret@db.example.org/x',
  study: 'Ünï "quoted" }{',
  name: 'Ana María',
  part: 'annotator',
};
const link = invitationLink(invitation);
const wrapped = (end: string): string => link.replaceAll(/.{60}/g, `$&${end}`);

describe('an invitation', () => {
  it('is read from its link, and from its code alone', () => {
    fc.assert(
      fc.property(anyInvitation, (each) => {
        expect(readInvitation(invitationLink(each))).toEqual(each);
        expect(readInvitation(invitationLink(each).replace(/^.*=/, ''))).toEqual(each);
      }),
    );
  });

  it.each([
    ['in angle brackets', `<${link}>`],
    ['in quotes', `"${link}"`],
    ['in a sentence', `Hello Ana,\nplease join: ${link}.\nBest regards, Lea`],
    ['with words right behind it', `${link} See you!`],
    ['with lines behind it', `${link}\n\n-- \nLea\nlea@example.org`],
    ['wrapped', wrapped('\n')],
    ['wrapped by Windows', wrapped('\r\n')],
    ['wrapped in a quoted mail', `> ${wrapped('\n> ')}\n> Lea`],
    ['in a mail quoted twice', `>> ${wrapped('\n>> ')}`],
    ['in a quoted-printable mail', wrapped('=\r\n').replace('invitation=', 'invitation=3D')],
    ['behind a scanner’s address', `https://safe.example.org/?url=${encodeURIComponent(link)}&data=x`],
    ['with a zero-width space', link.replace('join', 'join\u200b').replace(/.{80}/, '$&\u200b')],
    ['as the query alone', link.replace(/^.*\?/, '')],
  ])('is read %s', (_, text) => {
    expect(readInvitation(text)).toEqual(invitation);
  });

  it.each(['', 'hello', 'vscode://tiebreak.tiebreak/join?invitation=', link.slice(0, -20), 'eyJ2IjoyfQ', 'eyJ2IjoxfQ'])(
    'is none: %s',
    (text) => {
      expect(() => readInvitation(text)).toThrow('is not an invitation');
    },
  );
});

describe('the remote of a study in an invitation', () => {
  it.each([
    ['/mnt/share/study', 'study'],
    ['/home/lea/Drop box/study/', 'study'],
    ['C:\\Users\\lea\\study', 'study'],
    ['\\\\server\\share', 'share'],
    ['/', '/'],
    ['postgres://ana:secret@db.example.org/x', 'postgres://ana:secret@db.example.org/x'],
  ])('is of %s %s', (remote, named) => {
    expect(invitedTo(remote)).toBe(named);
  });
});

describe('the file of a joined study', () => {
  it.each([
    ['study', 'study'],
    ['../x', '-x'],
    ['a/b\\c:d', 'a-b-c-d'],
    ['con', 'study-con'],
    ['COM1.x', 'study-COM1.x'],
    ['...', 'study'],
    [' Ana María ', 'Ana María'],
    ['a\nb', 'a-b'],
  ])('of %j is %j', (study, file) => {
    expect(studyFileName(study)).toBe(file);
  });

  it('has a name that every file system takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (study) => {
        const name = studyFileName(study);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(170);
        expect(name).toMatch(/^[^\\/:*?"<>|.]/);
      }),
    );
    expect(studyFileName('张'.repeat(300))).toBe('张'.repeat(53));
  });
});
