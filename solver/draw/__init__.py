"""Pictures: boards, glyphs of kinds, trees and charts."""
