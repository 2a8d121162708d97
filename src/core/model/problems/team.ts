/** What can be wrong with a team's store, and with what a desk or a lead does there. */
export interface TeamProblems {
  // team/postgres/storeAddress.ts
  'team.addressInvalid': object;
  'team.addressWithoutUser': object;
  'team.addressWithoutTls': { readonly host: string };

  // team/postgres/storeConnection.ts
  'team.unreachable': { readonly host: string; readonly reason: string };
  'team.notLetIn': { readonly host: string };
  'team.certificate': { readonly host: string; readonly reason: string };
  'team.certificateOfOther': { readonly host: string };
  'team.noDatabase': { readonly host: string };
  'team.noStore': { readonly host: string };
  'team.notAllowed': object;
  'team.notMember': object;
  'team.removed': object;
  'team.noSuchMember': object;
  'team.ownerStays': object;
  'team.onlyOwner': object;
  'team.revoked': object;
  /** What a study takes of one member: lines, and bytes. */
  'team.tooManyLines': { readonly most: number };
  'team.tooManyBytes': { readonly most: number };
  'team.refused': { readonly host: string; readonly reason: string };

  // team/postgres/postgresRemote.ts, storeSetup.ts
  'team.storeNewer': { readonly store: number; readonly known: number };
  'team.storeOlder': { readonly store: number; readonly known: number };
  'team.studyThere': { readonly name: string };

  // team/openRemote.ts, team/teamSetup.ts, team/joinTeam.ts
  'team.onlyInStore': object;
  'team.otherRemote': { readonly remote: string };
  'team.noTeam': object;
  'team.passwordMissing': { readonly remote: string };
  'team.nothingPublished': { readonly study: string };
  'team.folderTaken': object;
  'team.noInvitation': object;
  /** The invitation names a folder, which may lie anywhere on this machine. */
  'team.folderNotNamed': { readonly folder: string };

  // team/rotateKey.ts, team/teamDesk.ts
  'team.keyMeanwhile': object;
  'team.keyChanged': object;

  // team/folder/folderRemote.ts
  'team.folderUnreachable': object;
  'team.folderOfOther': { readonly name: string };

  // team/journalSync.ts
  'team.lineNotSent': object;
  /** In bytes. */
  'team.lineTooLong': { readonly size: number; readonly most: number };

  // team/documentSync.ts
  'team.conflictNotSent': object;
  'team.documentChanged': object;
  'team.bothChanged': object;
  'team.guidelinesOutside': object;

  // team/folder/datasetFiles.ts
  'team.datasetNotCopied': { readonly reason: string };
  'team.datasetElsewhere': object;

  // what a store does not give to annotators, which the study asks for
  'team.settingsLeftOut': { readonly settings: readonly string[] };
  'team.itemsWithFiles': { readonly count: number };
  'team.statisticsShown': object;
}
