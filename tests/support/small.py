"""The game that those of some tests begin with: five by five, two players, four kinds."""

GAME = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
game("Small"). size(5,5,1). player(white,1). player(black,2).
abbreviation(king,"K"). motion(king,step,(orthogonal;diagonal),any). royal(king).
abbreviation(rook,"R"). motion(rook,slide,orthogonal,any).
abbreviation(queen,"Q"). motion(queen,slide,(orthogonal;diagonal),any).
abbreviation(mason,"M"). motion(mason,step,orthogonal,any).
kind(Kind) :- abbreviation(Kind,_).
"""
